import type { Permission } from '#src/domain/staff/index.ts';

/** What the frame knows of a screen before its chunk is fetched: `screens/<id>/screen.ts` exports it as `screen`. */
export interface ScreenManifest {
  /** Path pattern of React Router from the root: `sales`, `sales/:number`; empty for the first screen. */
  readonly path: string;
  /**
   * A permission without which the screen has nothing to show; null: everybody who is signed in.
   * It only hides: the server decides again for every row.
   */
  readonly needs: Permission | null;
  /** The entry in the rail; a screen without one is reached from others. */
  readonly nav?: {
    /** Key of its name in the screen's `*.copy.json`. */
    readonly label: string;
    /** Data of a path on a grid of 24, drawn as a stroke. */
    readonly icon: string;
    /** Place in the rail, smallest first; by tens, so that others fit between. */
    readonly order: number;
    /** The letter that opens it after `g`. */
    readonly key: string;
  };
  /** Whether it exists in the test environment only. */
  readonly testOnly?: true;
}
