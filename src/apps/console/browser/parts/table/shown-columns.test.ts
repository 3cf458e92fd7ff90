import { expect, test } from 'vitest';
import { shownColumns } from './shown-columns.ts';

const columns = ['when', 'state', 'buyer'].map((id) => ({ id }));
const shown = (chosen?: readonly string[]) => shownColumns(columns, chosen).map(({ id }) => id);

test('a table shows the columns that were chosen, in its own order, and always the one that leads on', () => {
  expect(shown(['buyer', 'state'])).toEqual(['when', 'state', 'buyer']);
  expect(shown(['buyer'])).toEqual(['when', 'buyer']);
});

test('a table shows all of its columns where none was chosen, or none that it knows', () => {
  for (const chosen of [undefined, [], ['of-another-release']])
    expect(shown(chosen)).toEqual(['when', 'state', 'buyer']);
});
