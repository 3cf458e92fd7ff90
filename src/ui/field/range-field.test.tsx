import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RangeField } from './range-field.tsx';

const sliderOf = (typed: string): string => {
  const html = renderToStaticMarkup(
    <RangeField
      name="points"
      label="Points"
      min={1000}
      max={24_500}
      step={500}
      resting={13_000}
      defaultValue={typed}
      read={(text) => (Number(text) <= 24_500 ? Number(text) : null)}
      write={String}
      spoken={String}
      ends={['1000', '24500']}
      onValue={() => undefined}
    />,
  );
  return /<input[^>]*type="range"[^>]*>/.exec(html)?.[0] ?? '';
};

test('the slider stands at the number that is typed', () => {
  expect(sliderOf('4500')).toContain('value="4500"');
});

test('a refused number leaves the slider where the amounts beside it are', () => {
  expect(sliderOf('30000')).toContain('value="13000"');
});
