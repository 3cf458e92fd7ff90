import type { ThemeMode } from '#src/branding/brand.types.ts';
import type { JsonTree } from '#src/branding/files/merge-patch.ts';
import { type Color, hexOf } from '#src/branding/theme/token-values.ts';
import type { ThemePreset } from './theme-presets.ts';
import type { ThemeColors } from './theme-colors.ts';

/** A theme's file (W3C Design Tokens Format Module 2025.10), with the two brand colours as a palette. */
export function themeFile(colors: ThemeColors, look: ThemePreset, mode: ThemeMode, described: string): JsonTree {
  const named: Readonly<Record<string, string>> = {
    'primary.pure': '{palette.first}',
    'secondary.pure': '{palette.second}',
  };
  const color: Record<string, JsonTree> = {};
  const groups = new Map<string, Record<string, JsonTree>>();
  for (const [name, value] of Object.entries(colors)) {
    const leaf = { $value: named[name] ?? colorValue(value) };
    place(color, groups, name.split('.'), leaf);
  }
  const fill = (name: string): JsonTree => {
    const value = colors[name];
    return value ? { $value: colorValue(value) } : {};
  };
  return {
    $description: described,
    palette: { $type: 'color', first: fill('primary.pure'), second: fill('secondary.pure') },
    color: { $type: 'color', ...color },
    radius: {
      $type: 'dimension',
      control: pixels(look.corners[0]),
      card: pixels(look.corners[1]),
      pill: pixels(999),
    },
    border: { $type: 'dimension', control: pixels(1) },
    font: {
      $type: 'fontFamily',
      body: { $value: [look.body.family, 'sans-serif'] },
      strong: { $value: '{font.display}' },
      display: { $value: [look.display.family, look.display.standIn === 'serif' ? 'serif' : 'sans-serif'] },
    },
    weight: {
      $type: 'fontWeight',
      body: { $value: look.body.weight },
      strong: { $value: look.display.weight },
      display: { $value: look.display.weight },
    },
    type: {
      $type: 'number',
      tracking: { $value: look.tracking },
      scale: { $value: look.scale },
      strong: { $value: look.scale },
    },
    shadow: shadows(mode === 'dark' ? [0.3, 0.4, 0.45] : [0.07, 0.09, 0.17]),
    motion: {
      $type: 'duration',
      quick: { $value: { value: 150, unit: 'ms' } },
      calm: { $value: { value: 340, unit: 'ms' } },
    },
  };
}

/** Sets a token at its path, with its missing groups. */
function place(
  top: Record<string, JsonTree>,
  groups: Map<string, Record<string, JsonTree>>,
  path: readonly string[],
  leaf: JsonTree,
): void {
  let at = top;
  for (const [index, name] of path.slice(0, -1).entries()) {
    const key = path.slice(0, index + 1).join('.');
    const group = groups.get(key) ?? {};
    groups.set(key, group);
    at[name] = group;
    at = group;
  }
  at[path.at(-1) ?? ''] = leaf;
}

function colorValue({ rgb, alpha }: Color): JsonTree {
  const components = rgb.map((part) => Math.round(part * 10_000) / 10_000);
  return { colorSpace: 'srgb', components, alpha, hex: hexOf(rgb) };
}

function pixels(value: number): JsonTree {
  return { $value: { value, unit: 'px' } };
}

function shadows([card, near, far]: readonly [number, number, number]): JsonTree {
  const layer = (alpha: number, y: number, blur: number, spread: number): JsonTree => ({
    color: colorValue({ kind: 'color', rgb: [0, 0, 0], alpha }),
    offsetX: { value: 0, unit: 'px' },
    offsetY: { value: y, unit: 'px' },
    blur: { value: blur, unit: 'px' },
    spread: { value: spread, unit: 'px' },
  });
  return {
    $type: 'shadow',
    card: { $value: layer(card, 1, 2, 0) },
    raised: { $value: [layer(near, 2, 6, 0), layer(far, 20, 48, -12)] },
  };
}
