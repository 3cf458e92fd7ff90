import type { Brand } from '#src/branding/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { pageStories, stepStories } from '../registry.stories.server.generated.ts';
import type { SiteDeps } from '../site/build-request.server.ts';
import type { PageManifest } from '../framework/page.ts';
import { type StoryStep, storyRequest, storyStepsOf } from './story-request.server.ts';
import type { StoryRequest, StoryView, PageStories } from './stories.contract.server.ts';

const given: Readonly<Record<string, PageStories>> = { ...stepStories, ...pageStories };

/** Brand, mode, locale and page of a story. */
export interface StoryVariant {
  readonly brand: Brand;
  readonly mode: 'dark' | 'light';
  readonly locale: Locale;
  readonly manifest: PageManifest;
}

/** A story of a page at one of its steps. */
interface NamedStory {
  /** Last part of the address: `error`; at a place that is not the first, `<flow>.error`. */
  readonly name: string;
  readonly storyStep: StoryStep;
  readonly state: string;
  readonly isLong: boolean;
  readonly isBusy: boolean;
}

export interface MadeStory {
  readonly request: StoryRequest;
  readonly shown: StoryView<unknown>;
}

/** All states of a page in a brand, by name: its own, one with long names and, for a page with a form, one under way. */
export function namedStories(brand: Brand, { id, hasBehaviour, methods }: PageManifest): readonly NamedStory[] {
  const own = Object.keys(given[id] ?? {});
  const [usual] = own;
  if (usual === undefined) return [];
  const hasForm = hasBehaviour && methods !== 'any' && methods.includes('POST');
  return storyStepsOf(brand, id).flatMap((storyStep, index) => {
    const named = (name: string, state: string, more: Partial<NamedStory> = {}): NamedStory => ({
      ...{ storyStep, state, isLong: false, isBusy: false },
      ...more,
      name: index === 0 ? name : `${storyStep.flow.id}.${name}`,
    });
    if (index > 0) return [named(usual, usual)];
    return [
      ...own.map((name) => named(name, name)),
      named('long', usual, { isLong: true }),
      ...(hasForm ? [named('busy', usual, { isBusy: true })] : []),
    ];
  });
}

/** Makes a state; null when the brand never has it. */
export async function makeStory(
  deps: SiteDeps,
  paths: TemplatePaths,
  { brand, mode, locale, manifest }: StoryVariant,
  name: string,
): Promise<MadeStory | null> {
  const wanted = namedStories(brand, manifest).find((one) => one.name === name);
  const make = wanted && given[manifest.id]?.[wanted.state];
  if (!wanted || !make) return null;
  const { storyStep, isLong, isBusy } = wanted;
  const request = storyRequest(deps, paths, { brand, mode, locale, manifest, storyStep, isLong });
  const shown: Awaited<ReturnType<PageStories[string]>> = request && (await make(request));
  if (!request || shown?.kind !== 'data') return null;
  return { request, shown: isBusy ? { ...shown, isBusy } : shown };
}
