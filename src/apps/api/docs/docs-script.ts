/**
 * Script of the API page: search, copy buttons, and an index that closes after a click on a small screen. The page's
 * content security policy allows it by its hash.
 */
export const docsScript = `'use strict';
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const field = document.querySelector('#search');
  const none = document.querySelector('#none');
  const items = all('[data-of]').map((link) => ({ link, target: document.getElementById(link.dataset.of) }));
  const words = items.map(({ link, target }) => (link.textContent + ' ' + (target ? target.dataset.words || target.textContent : '')).toLowerCase());
  document.querySelector('#search-box').classList.remove('waiting');
  field.addEventListener('input', () => {
    const asked = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let found = 0;
    items.forEach(({ link, target }, index) => {
      const fits = asked.every((word) => words[index].includes(word));
      link.parentElement.hidden = !fits;
      if (target) target.classList.toggle('hidden', !fits);
      if (fits) found += 1;
    });
    for (const group of all('[data-group]')) group.hidden = !group.querySelector('li:not([hidden])');
    for (const section of all('main section')) section.classList.toggle('hidden', !section.querySelector('article:not(.hidden), .guide:not(.hidden)'));
    none.hidden = found > 0;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== field && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
    }
  });
  if (navigator.clipboard)
    for (const button of all('button[data-copy]')) {
      button.hidden = false;
      const said = button.textContent;
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(button.closest('.box').querySelector('pre').textContent);
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = said; }, 1500);
      });
    }
  const index = document.querySelector('nav details');
  const narrow = matchMedia('(max-width: 56rem)');
  index.addEventListener('click', (event) => { if (narrow.matches && event.target.closest('a')) index.open = false; });
})();
`;
