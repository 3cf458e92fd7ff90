/** The page that replaces one with an expired or invalid link. */
export interface LinkExpiredData {
  /** The school's help page; null where no school is known. */
  readonly help: string | null;
}
