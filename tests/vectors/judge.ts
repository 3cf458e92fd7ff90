import { adapters } from './adapters/index.ts';
import { differences } from './compare.ts';
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
export async function judgeFile({ name, vectors }: VectorFile): Promise<Verdict[]> {
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

/** By the file's name, else by the name in front of the vector's number. */
function adapterFor(file: string, vector: Vector): Adapter | undefined {
  return adapters[file] ?? adapters[vector.id.replace(/-[^-]*$/, '')];
}

async function judge(adapter: Adapter | undefined, vector: Vector): Promise<Pick<Verdict, 'problem' | 'policy'>> {
  const operation = adapter?.operations[vector.operation];
  if (adapter === undefined || operation === undefined)
    return { problem: `the product has no operation "${vector.operation}"` };
  try {
    const answer: unknown = await operation(vector.input, vector);
    if (isPolicy(vector)) return decided(answer);
    const found = differences(vector.expect, answer, adapter.prose ?? []);
    return { problem: found.length === 0 ? null : found.join('; ') };
  } catch (error) {
    return { problem: `threw ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The sources disagree or are silent, so the file asks for a decision: POLICY.md lists them. */
function isPolicy(vector: Vector): boolean {
  return typeof vector.expect === 'string' && /^policy\b/i.test(vector.expect);
}

function decided(answer: unknown): Pick<Verdict, 'problem' | 'policy'> {
  if (answer === undefined || answer === null) return { problem: 'a decision is asked for and the product has none' };
  return { problem: null, policy: JSON.stringify(answer) };
}
