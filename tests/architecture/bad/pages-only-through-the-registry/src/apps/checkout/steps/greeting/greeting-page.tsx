export interface Data {}
