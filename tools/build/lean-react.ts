import type { Plugin } from 'vite';

const file = /node_modules[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;

/**
 * What React's client does only for `<ViewTransition>`, which no page of ours has: without one, each of these walks over
 * the tree, finds nothing and leaves all as it was. They are 2 of the 58 kB that every buyer would wait for.
 */
const idle = [
  'startViewTransition',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'applyViewTransitionToHostInstancesRecursive',
  'applyViewTransitionName',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitEnterViewTransitions',
  'commitAppearingPairViewTransitions',
  'commitNestedViewTransitions',
  'scheduleViewTransitionEvent',
] as const;

/** Leaves those functions empty. Another version of React that has not exactly them is refused: somebody must look. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    enforce: 'pre',
    transform(code, id) {
      return file.test(id) ? { code: withoutIdle(code), map: null } : null;
    },
  };
}

/** The client's text with the idle functions emptied. Throws when one is not there exactly once. */
export function withoutIdle(code: string): string {
  let lean = code;
  for (const name of idle) {
    const whole = new RegExp(`^function ${name}\\(([^)]*)\\) \\{\\n[\\s\\S]*?^\\}\\n`, 'gm');
    if ([...lean.matchAll(whole)].length !== 1)
      throw new Error(`React has no function ${name} any more: see lean-react.ts`);
    lean = lean.replace(whole, `function ${name}() {}\n`);
  }
  return lean;
}
