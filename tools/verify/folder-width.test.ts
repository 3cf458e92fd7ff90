import { expect, test } from 'vitest';
import { folderWidthProblems, widestFolder } from './folder-width.ts';

const files = (count: number, ending = '.ts') => Array.from({ length: count }, (_, at) => `src/a/file-${at}${ending}`);

test('folder width: a folder over the limit is told with its number', () => {
  expect(folderWidthProblems(files(widestFolder + 1))).toEqual([
    `src/a holds ${widestFolder + 1} source files (limit ${widestFolder}): make folders by subject`,
  ]);
});

test('folder width: tests, generated files, data and folders below do not count', () => {
  const others = [...files(9, '.test.ts'), ...files(9, '.generated.ts'), ...files(9, '.json'), 'src/a/b/file.ts'];
  expect(folderWidthProblems([...files(widestFolder), ...others])).toEqual([]);
});
