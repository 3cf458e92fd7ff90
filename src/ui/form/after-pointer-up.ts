/** Whether a pointer is down anywhere, and the tasks that wait until it is up. */
let isPressing = false;
let waiting: (() => void)[] = [];

function release(): void {
  // After the click that a press ends in: it comes right after `pointerup`.
  setTimeout(() => {
    isPressing = false;
    const ready = waiting;
    waiting = [];
    for (const task of ready) task();
  });
}

/**
 * Runs a task now, or, while a pointer is down, after it is up and its click was handled. Leaving a field by pressing
 * a button must not move that button from under the finger, or the click is lost.
 */
export function afterPointerUp(task: () => void): void {
  if (isPressing) waiting.push(task);
  else task();
}

/** Watches pointers until the returned function is called. */
export function watchPointer(): () => void {
  const press = (): void => {
    isPressing = true;
  };
  const options = { capture: true, passive: true } as const;
  addEventListener('pointerdown', press, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
  return () => {
    removeEventListener('pointerdown', press, options);
    removeEventListener('pointerup', release, options);
    removeEventListener('pointercancel', release, options);
  };
}
