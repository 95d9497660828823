import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose_language } from './language.ts';

test('the address wins over the kept choice, and that over the browser', () => {
  assert.equal(choose_language('?lang=id', 'en', ['en-US']), 'id');
  assert.equal(choose_language('', 'id', ['en-US']), 'id');
  assert.equal(choose_language('', null, ['de-DE', 'id-ID', 'en']), 'id');
  assert.equal(choose_language('', null, ['en-GB', 'id']), 'en');
});

test('an unknown language is passed over, not shown', () => {
  assert.equal(choose_language('?lang=fr', null, ['id']), 'id');
  assert.equal(choose_language('?lang=', 'xx', ['de']), 'en');
  assert.equal(choose_language('', null, []), 'en');
});

test('the old code of Indonesian still means Indonesian', () => {
  assert.equal(choose_language('', null, ['in-ID']), 'id');
});
