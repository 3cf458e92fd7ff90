import type { Flow, FlowStep, TemplatePaths } from '../../catalog/brand-data/index.ts';

/**
 * The step that a path shows in a flow; no path occurs twice in one. Some screens have an id in their path
 * (`/renew/:id`); a path that equals a screen's own is never read as such an id.
 */
export function stepAt(flow: Flow, path: string, paths: TemplatePaths): FlowStep | null {
  const own = flow.steps.find((step) => paths.get(step.template) === path);
  if (own) return own;
  if ([...paths.values()].includes(path)) return null;
  return flow.steps.find((step) => fits(path, paths.get(step.template) ?? '')) ?? null;
}

/** Whether a path has the parts of a pattern, whose parts with a colon stand for anything. */
function fits(path: string, pattern: string): boolean {
  if (!pattern.includes('/:')) return false;
  const [given, wanted] = [path.split('/'), pattern.split('/')];
  return given.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

export function stepById(flow: Flow, id: string): FlowStep | null {
  return flow.steps.find((step) => step.id === id) ?? null;
}

/** The step that follows by default; `null` at the end. */
export function nextStep(flow: Flow, step: FlowStep): FlowStep | null {
  return step.next === null ? null : stepById(flow, step.next);
}

/** The step that leads to this one by default; `null` for the first. */
export function previousStep(flow: Flow, step: FlowStep): FlowStep | null {
  return flow.steps.find((other) => other.next === step.id) ?? null;
}

/**
 * The step of an upsell at or after a step of the flow; `null` when there is none (any more). From a page that is no step of
 * the flow the search begins at the first step.
 */
export function upsellStepAfter(
  flow: Flow,
  from: FlowStep | null,
  isDeclined: (offerId: string) => boolean = () => false,
): FlowStep | null {
  let step: FlowStep | null = from ?? flow.steps[0];
  for (let seen = 0; step && seen < flow.steps.length; seen += 1) {
    if (step.props.upsell) {
      const smaller: FlowStep | null = isDeclined(step.id) ? stepAfterDecline(flow, step) : null;
      if (!smaller) return step;
      step = smaller;
    } else step = nextStep(flow, step);
  }
  return null;
}

/** The step that offers something smaller after this one's upsell was declined; null without one. */
export function stepAfterDecline(flow: Flow, { props }: FlowStep): FlowStep | null {
  return props.upsell?.declined === undefined ? null : stepById(flow, props.upsell.declined);
}

/** Path of a step's screen. A flow with a template that has no screen never passes the brand check. */
export function pathOf(step: FlowStep, paths: TemplatePaths): string {
  const path = paths.get(step.template);
  if (path === undefined) throw new Error(`No screen for template ${step.template} of step ${step.id}`);
  return path;
}

/** Which of the screens that share its number a step is, from 1; null where it has its number to itself. */
export function partOfStep(flow: Flow, step: FlowStep): { readonly number: number; readonly of: number } | null {
  if (step.currentStep === null) return null;
  const parts: FlowStep[] = [];
  let one: FlowStep | null = flow.steps[0];
  for (let seen = 0; one && seen < flow.steps.length; seen += 1) {
    if (one.currentStep === step.currentStep) parts.push(one);
    one = nextStep(flow, one);
  }
  const at = parts.indexOf(step);
  return at < 0 || parts.length < 2 ? null : { number: at + 1, of: parts.length };
}

/** The number of the waiting page: the flow's own, else that of the step that was paid, if it is counted. */
export function waitingStepNumber(flow: Flow, paid: FlowStep | null): number | null {
  const number = paid?.currentStep ?? null;
  return number === null ? null : (flow.waitingStep ?? number);
}
