import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make_format } from './format.ts';
import { languages } from './testing.ts';

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

/** Of every size and both signs, and ties of their last decimal. */
function* numbers(): Generator<number> {
  yield* [0, -0, 0.05, 0.15, 1.005, 999.95, 999.5, 1000, 1234, 9999.5, 10_000, 1e-7, 1e14, -0.04];
  let state = 1;
  for (let count = 0; count < 20_000; count += 1) {
    state = (state * 48_271) % 2_147_483_647;
    const size = 10 ** (state % 14);
    yield ((count % 2 ? -1 : 1) * Math.round((state / 2_147_483_647) * size)) / 10 ** (count % 7);
  }
}

test('numbers are written as Intl writes them, in every language', () => {
  for (const language of languages) {
    const format = make_format(language);
    const intl = [0, 1, 2].map(
      (digits) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }),
    );
    const fixed = new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const percent = new Intl.NumberFormat(language, { style: 'percent' });
    for (const value of numbers()) {
      for (const [digits, { format: write }] of intl.entries())
        assert.equal(format.decimal(value, digits), write(value));
      assert.equal(format.seconds(value).split('\u00a0')[0], fixed.format(value / 1000));
      const whole = Math.trunc(value);
      assert.equal(format.percent(whole), percent.format(whole / 100));
    }
  }
});

test('lists are written as Intl writes them, in every language', () => {
  for (const language of languages) {
    const intl = new Intl.ListFormat(language, { type: 'conjunction' });
    const items = ['3 a', '1 i', '8 o', '11 b'];
    for (let count = 0; count <= items.length; count += 1) {
      const some = items.slice(0, count);
      assert.equal(make_format(language).list(some), intl.format(some));
    }
  }
});

test('a number without an end is not taken for one', () => {
  assert.equal(en.count(NaN), 'NaN');
  assert.equal(en.count(Infinity), 'Infinity');
});
