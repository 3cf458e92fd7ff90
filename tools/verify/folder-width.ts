/** Most source files of one folder, without tests. */
export const widestFolder = 25;

/** Folders with more source files. Tests, generated files and data do not count. */
export function folderWidthProblems(files: readonly string[]): string[] {
  const widths = new Map<string, number>();
  for (const file of files.filter(isSource)) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    widths.set(folder, (widths.get(folder) ?? 0) + 1);
  }
  return [...widths]
    .filter(([, width]) => width > widestFolder)
    .map(([folder, width]) => `${folder} holds ${width} source files (limit ${widestFolder}): make folders by subject`);
}

function isSource(file: string): boolean {
  return /\.(tsx?|css)$/.test(file) && !/\.(test|generated)\.tsx?$/.test(file);
}
