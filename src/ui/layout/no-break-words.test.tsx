import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoBreakWords } from './no-break-words.tsx';

const written = (text: string) => renderToStaticMarkup(<NoBreakWords text={text} />);

test('words with hyphens stay whole, others are left as they are', () => {
  expect(written('Anne-Marie, bem vinda ao Vende-C!')).toBe(
    '<span class="whole">Anne-Marie,</span> bem vinda ao <span class="whole">Vende-C!</span>',
  );
  expect(written('Pagamento')).toBe('Pagamento');
});

test('one that may be longer than a phone’s line may break', () => {
  expect(written('Anne-Marie-Guilhermina-Albuquerque')).toBe('Anne-Marie-Guilhermina-Albuquerque');
});
