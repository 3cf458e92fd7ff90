import type { Flow, FlowStep, TemplatePaths } from '../../catalog/brand-data/index.ts';
import { stepAfterDecline } from './walk-flow.ts';

export type FlowProblemCode =
  | 'step-repeated'
  | 'step-unreachable'
  | 'next-unknown'
  | 'no-way-out'
  | 'template-unknown'
  | 'path-repeated'
  | 'path-incomplete'
  | 'step-number-wrong';

/** One mistake in a flow; `key` is where in its file, e.g. `steps.payment.next`. */
export interface FlowProblem {
  readonly code: FlowProblemCode;
  readonly key: string;
  readonly message: string;
}

type Report = (code: FlowProblemCode, key: string, message: string) => void;

function checkStep(flow: Flow, step: FlowStep, paths: TemplatePaths, report: Report): void {
  const at = `steps.${step.id}`;
  if (!paths.has(step.template)) {
    report(
      'template-unknown',
      `${at}.template`,
      `there is no screen "${step.template}"; known: ${[...paths.keys()].join(', ')}`,
    );
  }
  if (step.next !== null && !flow.steps.some((other) => other.id === step.next)) {
    report('next-unknown', `${at}.next`, `there is no step "${step.next}" in this flow`);
  }
  const declined = step.props.upsell?.declined;
  if (declined !== undefined && !stepAfterDecline(flow, step)?.props.upsell) {
    report('next-unknown', `${at}.props.upsell.declined`, `there is no step "${declined}" with an offer in this flow`);
  }
  if (step.currentStep !== null && step.currentStep > flow.stepsNumber) {
    report('step-number-wrong', `${at}.currentStep`, `is ${step.currentStep} of ${flow.stepsNumber}`);
  }
}

/** A path with an id in it (`/renew/:id`) is known to the link that opens it and to nobody else. */
function checkOpenings(flow: Flow, paths: TemplatePaths, report: Report): void {
  for (const step of flow.steps.slice(1)) {
    const path = paths.get(step.template) ?? '';
    if (path.includes('/:'))
      report(
        'path-incomplete',
        `steps.${step.id}.template`,
        `shows at ${path}, which only a link can open: it must be the first step`,
      );
  }
}

function checkRepeats(flow: Flow, paths: TemplatePaths, report: Report): void {
  const ids = new Set<string>();
  const seen = new Map<string, string>();
  for (const step of flow.steps) {
    if (ids.has(step.id)) report('step-repeated', `steps.${step.id}.id`, `the id "${step.id}" is used twice`);
    ids.add(step.id);
    const path = paths.get(step.template);
    if (path === undefined) continue;
    const other = seen.get(path);
    if (other !== undefined)
      report('path-repeated', `steps.${step.id}.template`, `shows at ${path}, where step "${other}" already is`);
    seen.set(path, step.id);
  }
}

function checkReachability(flow: Flow, report: Report): void {
  const visited = new Set<string>();
  let step: FlowStep | undefined = flow.steps[0];
  while (step !== undefined && !visited.has(step.id)) {
    visited.add(step.id);
    const next: string | null = step.next;
    step = next === null ? undefined : flow.steps.find((other) => other.id === next);
  }
  for (const offer of flow.steps) {
    const smaller = stepAfterDecline(flow, offer);
    if (smaller && visited.has(offer.id)) visited.add(smaller.id);
  }
  if (step !== undefined) report('no-way-out', `steps.${step.id}`, 'the way comes back to this step and never ends');
  for (const unreached of flow.steps) {
    if (!visited.has(unreached.id))
      report('step-unreachable', `steps.${unreached.id}`, 'no way from the first step comes here');
  }
}

/** Every mistake of a flow: a path used twice, a step that cannot be reached, a loop without a way out and the like. */
export function lintFlow(flow: Flow, paths: TemplatePaths): readonly FlowProblem[] {
  const problems: FlowProblem[] = [];
  const report: Report = (code, key, message) => problems.push({ code, key, message });
  for (const step of flow.steps) checkStep(flow, step, paths, report);
  if (flow.waitingStep !== undefined && flow.waitingStep > flow.stepsNumber)
    report('step-number-wrong', 'waitingStep', `is ${flow.waitingStep} of ${flow.stepsNumber}`);
  checkRepeats(flow, paths, report);
  checkOpenings(flow, paths, report);
  checkReachability(flow, report);
  return problems;
}
