import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make_format } from './format.ts';

const en = make_format('en');
const id = make_format('id');

test('each language writes its own decimal mark and units', () => {
  assert.equal(en.milliseconds(33_200), '33.2\u00a0ms');
  assert.equal(id.milliseconds(33_200), '33,2\u00a0ms');
  assert.equal(en.seconds(9_840), '9.8\u00a0s');
  assert.equal(id.seconds(9_840), '9,8\u00a0dtk');
  assert.equal(en.count(12_345), '12,345');
  assert.equal(id.count(12_345), '12.345');
});

test('a share just under the mark never reads as the mark', () => {
  assert.equal(en.share(899, 1000), '89%');
  assert.equal(en.share(900, 1000), '90%');
  assert.equal(en.share(999, 1000), '99%');
  assert.equal(id.share(1000, 1000), '100%');
  assert.equal(en.share(0, 0), '0%');
  for (let orders = 1; orders <= 300; ++orders) {
    for (let served = 0; served <= orders; ++served) {
      const passed = served * 100 >= orders * 90;
      assert.equal(parseInt(en.share(served, orders), 10) >= 90, passed, `${served}/${orders}`);
    }
  }
});

test('a clock rounds down', () => {
  assert.equal(en.clock(59_999), '0:59');
  assert.equal(en.clock(60_000), '1:00');
  assert.equal(en.clock(0), '0:00');
});
