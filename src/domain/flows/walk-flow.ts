import type { Flow, FlowStep, TemplatePaths } from './flow.types.ts';

/** The step that a path shows in a flow; no path occurs twice in one. */
export function stepAt(flow: Flow, path: string, paths: TemplatePaths): FlowStep | null {
  return flow.steps.find((step) => paths.get(step.template) === path) ?? null;
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

/** Path of a step's screen. A flow with a template that has no screen never passes the brand check. */
export function pathOf(step: FlowStep, paths: TemplatePaths): string {
  const path = paths.get(step.template);
  if (path === undefined) throw new Error(`No screen for template ${step.template} of step ${step.id}`);
  return path;
}
