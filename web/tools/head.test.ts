import assert from 'node:assert/strict';
import { test } from 'node:test';
import { about_in } from './about.ts';
import { head_tags, read_site, type Tag } from './head.ts';
import { languages } from './languages.ts';

const place = {
  language: 'id',
  path: 'x.html',
  path_in: (language: string) => `?lang=${language}`,
};

const values = (tags: readonly Tag[], key: string, name: string): string[] =>
  tags
    .filter(([, attributes]) => attributes[key] === name)
    .map(([, { href, content }]) => href ?? content ?? '');

test('a site’s address ends in a slash; what is none is named', () => {
  assert.equal(read_site(''), null);
  assert.equal(read_site('https://example.org')?.href, 'https://example.org/');
  assert.equal(read_site('https://example.org/kitchen')?.href, 'https://example.org/kitchen/');
  for (const bad of ['example.org', 'ftp://example.org/', 'https://example.org/?a=1', '/kitchen/'])
    assert.throws(() => read_site(bad), new RegExp(`'${bad.replace('?', '\\?')}'; expected`));
});

test('with a site whatever must be a whole address is one, and every language is named', async () => {
  const tags = await head_tags(new URL('https://example.org/kitchen/'), place);
  assert.deepEqual(values(tags, 'rel', 'canonical'), ['https://example.org/kitchen/x.html']);
  assert.deepEqual(values(tags, 'property', 'og:image'), [
    'https://example.org/kitchen/share.id.png',
  ]);
  assert.deepEqual(values(tags, 'rel', 'alternate'), [
    ...languages.map((language) => `https://example.org/kitchen/?lang=${language}`),
    'https://example.org/kitchen/x.html',
  ]);
});

test('without a site nothing claims an address', async () => {
  const tags = await head_tags(null, place);
  assert.deepEqual(values(tags, 'rel', 'canonical'), []);
  assert.deepEqual(values(tags, 'rel', 'alternate'), []);
  assert.deepEqual(values(tags, 'property', 'og:url'), []);
});

test('each language describes the page by itself, in as many words as are shown', async () => {
  const abouts = await Promise.all(languages.map(about_in));
  assert.equal(new Set(abouts.map(({ description }) => description)).size, languages.length);
  for (const { title, description } of abouts) {
    assert.ok(title.length <= 65, title);
    assert.ok(description.length >= 70 && description.length <= 200, description);
  }
});
