import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose_language, is_language } from './language.ts';

const known = { en: {}, id: { also: ['in'] }, 'pt-BR': {} };
const choose = (search: string, saved: string | null, preferred: string[]): string =>
  choose_language(known, search, saved, preferred);

test('the address wins over the kept choice, and that over the browser', () => {
  assert.equal(choose('?lang=id', 'en', ['en-US']), 'id');
  assert.equal(choose('', 'id', ['en-US']), 'id');
  assert.equal(choose('', null, ['de-DE', 'id-ID', 'en']), 'id');
  assert.equal(choose('', null, ['en-GB', 'id']), 'en');
});

test('an unknown language is passed over, not shown', () => {
  assert.equal(choose('?lang=fr', null, ['id']), 'id');
  assert.equal(choose('?lang=', 'xx', ['de']), 'en');
  assert.equal(choose('', null, []), 'en');
  assert.equal(choose('?lang=toString', '__proto__', ['constructor']), 'en');
  assert.equal(is_language(known, 'toString'), false);
});

test('a tag finds its language whatever country, script or case it names', () => {
  assert.equal(choose('', null, ['pt-br']), 'pt-BR');
  assert.equal(choose('', null, ['EN-gb']), 'en');
  assert.equal(choose('', null, ['pt', 'id']), 'id');
});

test('the old code of Indonesian still means Indonesian', () => {
  assert.equal(choose('', null, ['in-ID']), 'id');
});
