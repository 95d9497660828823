import assert from 'node:assert/strict';
import { test } from 'node:test';
import { short } from './short.ts';

test('text from outside is cut between characters, and says where it can’t be read', () => {
  assert.equal(short('slots=65'), 'slots=65');
  assert.equal(short('🍳'.repeat(40)), '🍳'.repeat(40));
  assert.equal(short('🍳'.repeat(41)), `${'🍳'.repeat(40)}…`);
  assert.equal(short(`x${'🍳'.repeat(4_000)}`), `x${'🍳'.repeat(39)}…`);
  assert.equal(short('a\u202eb\u0000c\nd\u200be\ud800'), 'a�b�c�d�e�');
});
