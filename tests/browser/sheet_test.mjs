// The cheat sheet: one page of paper in every language, readable and complete on a screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert_clean, open_kitchen, sticking_out, texts, visit } from './harness.mjs';

const { server, browser } = await open_kitchen();
const page_count = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length;

for (const language of Object.keys(texts)) {
  test(`${language}: one sheet of A4 and one of Letter, and nothing wrong on a screen`, async () => {
    const { page, close } = await visit(browser, `${server.address}cheat-sheet.${language}.html`, {
      language,
      bypassCSP: true, // for axe, which is put into the page
    });
    for (const format of ['A4', 'Letter'])
      assert.equal(page_count(await page.pdf({ format })), 1, format);
    const { learn, common } = texts[language];
    const said = await page.locator('main').innerText();
    for (const words of [
      learn.scale.heading,
      ...Object.values(learn.faq).map((one) => one.question),
      ...Object.values(common.lever),
    ]) {
      if (words !== undefined) assert.ok(said.includes(words), words);
    }
    assert.doesNotMatch(said, /undefined|NaN|\[object|\*\*/);
    await assert_clean(page, language);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await sticking_out(page), [], `${width} px`);
    }
    await page.getByRole('link').first().click();
    await page.waitForURL(/\?lang=/);
    assert.equal(new URL(page.url()).searchParams.get('lang'), language);
    await page.locator('button.toggle').waitFor();
    await close();
  });
}

test('every language leads to every other', async () => {
  const { page, close } = await visit(browser, `${server.address}cheat-sheet.en.html`, {
    wound: false,
  });
  for (const language of Object.keys(texts).filter((one) => one !== 'en')) {
    await page.locator(`a[hreflang="${language}"]`).click();
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await page.locator('a[hreflang="en"]').click();
  }
  await close();
});
