import type { SuggestionRules, SuggestionRule } from '../suggestion.types.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { suggestionsJson } from '../files/suggestions-schema.server.ts';
import { layeredTree, type Layers, readLayered } from '../files/read-layered.server.ts';

const file = 'coach.json';
const none: SuggestionRules = { order: {}, share: 50, ways: {} };

/** The base's ranking with the brand's own over it; nothing where neither has one. */
export function buildSuggestions(
  fallback: BrandFolder | null,
  layers: Layers,
  report: (problem: BrandProblem) => void,
): SuggestionRules {
  const all: Layers = fallback ? [fallback, ...layers] : layers;
  if (layeredTree(all, file) === null) return none;
  const read = readLayered(all, file, suggestionsJson, report);
  if (!read) return none;
  const { order, share, ways } = read;
  return {
    order,
    share,
    ways: Object.fromEntries(Object.entries(ways).map(([reason, list]) => [reason, list.map(ruleOf)])),
  };
}

/** `part:pix` and the like, which the schema has let through. */
function ruleOf(text: string): SuggestionRule {
  const [kind = '', method] = text.split(':');
  if (method !== undefined) return { kind: kind === 'part' ? 'part' : 'pay', method };
  if (kind === 'fewer-installments' || kind === 'more-installments' || kind === 'parts') return { kind };
  return { kind: 'again' };
}
