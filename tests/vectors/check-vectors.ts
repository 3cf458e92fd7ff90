import { adapters } from './adapters/index.ts';
import { differences, isPolicy } from './compare.ts';
import type { VectorFile } from './read-vectors.ts';
import type { Adapter, Vector } from './vector.types.ts';

/** What came of one vector; `problem` is null when it passed. */
export interface Verdict {
  readonly file: string;
  readonly id: string;
  readonly operation: string;
  readonly problem: string | null;
  /** The vector leaves the answer to us: what we answered. */
  readonly policy?: string;
}

/** Judges every vector of a file by that file's own expectations. */
export async function checkVectorFile({ name, vectors }: VectorFile): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const vector of vectors) {
    verdicts.push({
      file: name,
      id: vector.id,
      operation: vector.operation,
      ...(await judge(adapterFor(name, vector), vector)),
    });
  }
  return verdicts;
}

/**
 * By the file's name, else by the name in front of the vector's number, else, for files under other names, the one
 * adapter that knows the operation.
 */
function adapterFor(file: string, { id, operation }: Vector): Adapter | undefined {
  const named = adapters[file] ?? adapters[id.replace(/-[^-]*$/, '')];
  if (named !== undefined) return named;
  const able = Object.values(adapters).filter((adapter) => adapter?.operations[operation] !== undefined);
  return able.length === 1 ? able[0] : undefined;
}

async function judge(adapter: Adapter | undefined, vector: Vector): Promise<Pick<Verdict, 'problem' | 'policy'>> {
  const operation = adapter?.operations[vector.operation];
  if (adapter === undefined || operation === undefined)
    return { problem: `the product has no operation "${vector.operation}"` };
  try {
    const answer: unknown = await operation(vector.input, vector);
    const found = differences(vector.expect, answer, adapter.prose ?? []);
    const problem = found.length === 0 ? null : found.join('; ');
    return asksForDecision(vector) ? { problem, policy: JSON.stringify(answer) } : { problem };
  } catch (error) {
    return { problem: `threw ${error instanceof Error ? error.message : String(error)}` };
  }
}

function asksForDecision({ expect }: Vector): boolean {
  const members = typeof expect === 'object' && expect !== null ? Object.values(expect) : [expect];
  return members.some(isPolicy);
}
