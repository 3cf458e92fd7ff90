import { isTree, type JsonValue } from '#src/branding/files/merge-patch.ts';

const width = 120;

/** JSON as this project's formatter writes it: short values on one line, two blanks for each level. */
export function jsonText(value: JsonValue): string {
  return `${write(value, 0, 0)}\n`;
}

/** `taken`: the text before the value on its line; a comma may follow it. */
function write(value: JsonValue, indent: number, taken: number): string {
  const short = oneLine(value);
  if (!mustBreak(value) && indent + taken + short.length + 1 <= width) return short;
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  if (isTree(value)) {
    const lines = Object.entries(value).map(([key, child]) => {
      const head = `${JSON.stringify(key)}: `;
      return pad + head + write(child, inner, head.length);
    });
    return `{\n${lines.join(',\n')}\n${' '.repeat(indent)}}`;
  }
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  return `[\n${items.map((item) => pad + write(item, inner, 0)).join(',\n')}\n${' '.repeat(indent)}]`;
}

function oneLine(value: JsonValue): string {
  if (isTree(value)) {
    const parts = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${oneLine(child)}`);
    return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  }
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(oneLine).join(', ')}]`;
  return JSON.stringify(value);
}

/** A list of several objects with several keys is never written on one line; nor is a value that holds such a list. */
function mustBreak(value: JsonValue): boolean {
  if (isTree(value)) return Object.values(value).some(mustBreak);
  if (!Array.isArray(value)) return false;
  const items = value as readonly JsonValue[];
  return (
    items.some(mustBreak) || (items.length > 1 && items.every((item) => isTree(item) && Object.keys(item).length > 1))
  );
}
