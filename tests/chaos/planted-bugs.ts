export function plant(_name: string): void {}
