/** Why the database cannot be used; `message` is for the operator and names the remedy. */
export interface DatabaseProblem {
  readonly code:
    | 'already-running'
    | 'binaries-missing'
    | 'data-dir-unreachable'
    | 'data-dir-unusable'
    | 'data-from-another-version'
    | 'database-did-not-start'
    | 'database-unreachable'
    | 'root-not-possible';
  readonly message: string;
}
