export interface Visit {}
