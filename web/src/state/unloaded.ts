const element = (name: string, words: string, language = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = words;
  if (language) made.lang = language;
  return made;
};

/**
 * Puts a plain message in both languages where the page would be: for when its script or its texts
 * did not arrive, so nothing else of the page can be relied on. Once it is there, it stays.
 */
export function show_unloaded(): void {
  const target = document.getElementById('app');
  if (!target) {
    addEventListener('DOMContentLoaded', show_unloaded);
    return;
  }
  if (target.querySelector('[role="alert"]')) return;
  const message = document.createElement('div');
  message.className = 'card';
  message.setAttribute('role', 'alert');
  Object.assign(message.style, { maxWidth: '40rem', margin: '4rem auto', padding: '1.5rem' });
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button primary';
  again.append(element('span', 'Load again', 'en'), ' / ', element('span', 'Muat ulang', 'id'));
  again.addEventListener('click', () => location.reload());
  message.append(
    element('h1', 'LLM Kitchen'),
    element('p', 'The page could not be loaded. Check your connection, then load it again.', 'en'),
    element('p', 'Halaman ini gagal dimuat. Periksa koneksimu, lalu muat ulang.', 'id'),
    again,
  );
  target.replaceChildren(message);
}
