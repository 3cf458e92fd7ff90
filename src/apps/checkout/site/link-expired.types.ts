/** The page that takes the place of another one whose link is over or leads nowhere. */
export interface LinkExpiredData {
  /** The school's help; null where no school is known. */
  readonly help: string | null;
}
