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

/**
 * What stands behind features that no page of ours asks for: nothing else calls these, so they are never reached, and 4 kB
 * more need not travel. Should a page ask for one of them all the same, it hears so at once: see the test beside this file.
 */
const unasked: Readonly<Record<string, readonly string[]>> = {
  'a reference to a fragment': [
    'validateDocumentPositionWithFiberTree',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'schedulePendingIntersectionUnobserve',
  ],
  'styles, scripts, titles and links among the elements of a page': [
    'getResource',
    'acquireResource',
    'createHoistableInstance',
    'getHydratableHoistableCache',
    'suspendResource',
    'insertStylesheetIntoRoot',
  ],
  'fetching ahead by calls': [
    'preconnectAs',
    'preload',
    'preloadModule',
    'preinitStyle',
    'preinitScript',
    'preinitModuleScript',
  ],
  'states of actions': [
    'mountActionState',
    'updateActionStateImpl',
    'rerenderActionState',
    'dispatchActionState',
    'runActionStateAction',
    'handleActionReturnValue',
    'onActionSuccess',
    'onActionError',
  ],
  'parts that wait or hide': [
    'updateSuspenseComponent',
    'updateDehydratedSuspenseComponent',
    'retrySuspenseComponentWithoutHydrating',
    'updateSuspenseListComponent',
    'cutOffTailIfNeeded',
    'updateActivityComponent',
    'retryActivityComponentWithoutHydrating',
    'recursivelyTraverseReappearLayoutEffects',
    'recursivelyTraverseDisappearLayoutEffects',
    'recursivelyTraverseReconnectPassiveEffects',
    'recursivelyTraverseDisconnectPassiveEffects',
    'recursivelyTraverseAtomicPassiveEffects',
    'hideOrUnhideAllChildrenOnFiber',
  ],
};

const leftOut = 'throw Error("React comes without this: lean-react.ts");';
const fragmentMethod = /^(FragmentInstance\.prototype\.\w+ = function \([^)]*\)) \{\n[\s\S]*?^\};\n/gm;

/** Leaves those functions empty. Another version of React that has not exactly them is refused: somebody must look. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    enforce: 'pre',
    transform(code, id) {
      return file.test(id) ? { code: leanClient(code), map: null } : null;
    },
  };
}

/** The client's text with the idle functions emptied and the unasked ones left out. Throws when one is not there exactly once. */
export function leanClient(code: string): string {
  const emptied = idle.reduce((lean, name) => replaceBody(lean, name, ''), code);
  const names = Object.values(unasked).flat();
  return names
    .reduce((lean, name) => replaceBody(lean, name, leftOut), emptied)
    .replace(fragmentMethod, `$1 {${leftOut}};\n`);
}

function replaceBody(code: string, name: string, body: string): string {
  const whole = new RegExp(`^function ${name}\\(([^)]*)\\) \\{\\n[\\s\\S]*?^\\}\\n`, 'gm');
  if ([...code.matchAll(whole)].length !== 1)
    throw new Error(`React has no function ${name} any more: see lean-react.ts`);
  return code.replace(whole, `function ${name}() {${body}}\n`);
}
