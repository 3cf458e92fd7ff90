import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { FormState } from '../framework/page.ts';
import type { PublicPageRequest, PageRequest, Problem, Redirect, PageResult } from '../framework/page.server.ts';

/** A request that nobody sent: a page of a brand's flow, for a buyer who has done nothing yet. */
export interface StoryRequest extends PageRequest, Omit<PublicPageRequest, keyof PageRequest> {
  /** Names and titles are as long as anybody's. */
  readonly isLong: boolean;
  /** The session that a buyer would have here; no row holds it. */
  readonly sampleSession: CheckoutSession;
}

/** What a page shows in a state. */
export interface StoryView<Data> extends PageResult<Data> {
  /** As after a refused form. */
  readonly form?: FormState;
  /** As while a form is on its way. */
  readonly isBusy?: true;
  /** As for a buyer who has not yet said whether visits may be counted. */
  readonly asksConsent?: true;
}

type StoryResult<Data> = StoryView<Data> | Redirect | Problem | null;

/** Makes a story of a page for the gallery; null for a brand that never shows it. */
export type Story<Data> = (request: StoryRequest) => Promise<StoryResult<Data>> | StoryResult<Data>;

/** The states of a page by their names in the gallery's addresses, the usual one first. */
export type PageStories<Data = unknown> = Readonly<Record<string, Story<Data>>>;

/**
 * States that a page shows in the gallery: `<id>.states.server.ts` of its folder. They are made by the page's own
 * functions from made-up facts, and nothing else imports them.
 */
export function defineStories<Data>(stories: PageStories<Data>): PageStories<Data> {
  return stories;
}

/** The same for a step that shows only where a flow names it. */
export function defineStepStories<Data>(stories: PageStories<Data>): PageStories<Data> {
  const inFlow = ([name, make]: [string, Story<Data>]): [string, Story<Data>] => [
    name,
    (request) => (request.visit.step ? make(request) : null),
  ];
  return Object.fromEntries(Object.entries(stories).map(inFlow));
}

/** A state as it is after a form was refused. */
export function refusedWith<Data>(
  made: StoryResult<Data>,
  values: FormState['values'],
  errors: FormState['errors'],
): StoryResult<Data> {
  return made?.kind === 'data' ? { ...made, form: { values, errors } } : made;
}

/** A state with some of its data changed. */
export function changed<Data extends object>(made: StoryResult<Data>, change: Partial<Data>): StoryResult<Data> {
  return made?.kind === 'data' ? { ...made, data: { ...made.data, ...change } } : made;
}
