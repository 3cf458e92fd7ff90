import { isTree, type JsonValue } from '#src/branding/files/merge-patch.ts';

const width = 120;

/** JSON as the formatter of this project leaves it: on one line what fits, two blanks for each level. */
export function jsonText(value: JsonValue): string {
  return `${write(value, 0, 0)}\n`;
}

/** `taken`: what stands before the value on its line; a comma may come after it. */
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

/** A list of several objects, each of several keys, never stands on one line; nor does what holds such a list. */
function mustBreak(value: JsonValue): boolean {
  if (isTree(value)) return Object.values(value).some(mustBreak);
  if (!Array.isArray(value)) return false;
  const items = value as readonly JsonValue[];
  return (
    items.some(mustBreak) || (items.length > 1 && items.every((item) => isTree(item) && Object.keys(item).length > 1))
  );
}
