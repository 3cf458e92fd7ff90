import { useEffect, useRef, useSyncExternalStore } from 'react';
import { preferences } from '../data/preferences.ts';
import { type KeyBinding, KeyReader } from './key-bindings.ts';

const reader = new KeyReader();
const listeners = new Set<() => void>();
let groups: readonly { readonly bindings: readonly KeyBinding[] }[] = [];
let bindingsNow: readonly KeyBinding[] = [];

function change(next: typeof groups): void {
  groups = next;
  bindingsNow = groups.flatMap(({ bindings }) => bindings);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every command that works now, in the order in which they were registered. */
export function useAllKeys(): readonly KeyBinding[] {
  return useSyncExternalStore(subscribe, () => bindingsNow);
}

/** Registers commands while the component is shown. Only the set of keys and names is compared: `run` may be new each time. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const signature = bindings.map(({ keys, label }) => `${keys}=${label}`).join('\n');
  useEffect(() => {
    const group = {
      signature,
      bindings: latest.current.map((binding, index) => ({ ...binding, run: () => latest.current[index]?.run() })),
    };
    change([...groups, group]);
    return () => change(groups.filter((one) => one !== group));
  }, [signature]);
}

/** Kinds of `<input>` that take no text. */
const textless = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** Whether an element keeps its keys for itself: fields, menus, list boxes and dialogs. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement && !textless.has(target.type)) return true;
  return target.closest('[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=combobox]') !== null;
}

/** Listens for all commands of the console. Once, by the frame. */
export function useKeyListener(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const isMod = event.metaKey || event.ctrlKey;
      const press = { key: event.key, isMod, isTaken: takesKeys(event.target), at: event.timeStamp };
      const found = reader.read(press, bindingsNow, preferences().hasKeys);
      // A key that is held goes on through a list; no other command is repeated.
      if (!found || (event.repeat && found.group !== 'list')) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
