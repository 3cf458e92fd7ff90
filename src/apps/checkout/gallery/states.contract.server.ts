import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import type { FormState } from '../web/page.ts';
import type { OpenRequest, PageRequest, Problem, Redirect, Showing } from '../web/page.server.ts';

/** A request that nobody sent: a page of a brand's flow, for a buyer who has done nothing yet. */
export interface GalleryRequest extends PageRequest, Omit<OpenRequest, keyof PageRequest> {
  /** Names and titles are as long as anybody's. */
  readonly isLong: boolean;
  /** The session that a buyer would have here; no row holds it. */
  readonly sampleSession: CheckoutSession;
}

/** What a page shows in a state. */
export interface GalleryShown<Data> extends Showing<Data> {
  /** As after a refused form. */
  readonly form?: FormState;
  /** As while a form is on its way. */
  readonly isBusy?: true;
  /** As for a buyer who has not yet said whether visits may be counted. */
  readonly asksConsent?: true;
}

type Made<Data> = GalleryShown<Data> | Redirect | Problem | null;

/** Makes a state of a page for the gallery; anything that is not shown means that this brand never has it. */
export type StateMaker<Data> = (request: GalleryRequest) => Promise<Made<Data>> | Made<Data>;

/** The states of a page by their names in the gallery's addresses, the usual one first. */
export type PageStates<Data = unknown> = Readonly<Record<string, StateMaker<Data>>>;

/**
 * States that a page shows in the gallery: `<id>.states.server.ts` of its folder. They are made by the page's own
 * functions from made-up facts, and nothing else imports them.
 */
export function defineStates<Data>(states: PageStates<Data>): PageStates<Data> {
  return states;
}

/** The same for a step that shows only where a flow names it. */
export function defineStepStates<Data>(states: PageStates<Data>): PageStates<Data> {
  const inFlow = ([name, make]: [string, StateMaker<Data>]): [string, StateMaker<Data>] => [
    name,
    (request) => (request.visit.step ? make(request) : null),
  ];
  return Object.fromEntries(Object.entries(states).map(inFlow));
}

/** A state as it is after a form was refused. */
export function refusedWith<Data>(
  made: Made<Data>,
  values: FormState['values'],
  errors: FormState['errors'],
): Made<Data> {
  return made?.kind === 'data' ? { ...made, form: { values, errors } } : made;
}

/** A state with some of its data changed. */
export function changed<Data extends object>(made: Made<Data>, change: Partial<Data>): Made<Data> {
  return made?.kind === 'data' ? { ...made, data: { ...made.data, ...change } } : made;
}
