import { PROBLEM_TYPE } from '#src/kernel/http/problems/problem.ts';

interface Answered {
  readonly responses?: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

/** Sets the media type of every error response to a problem document: route schemas can only declare JSON. */
export function setProblemMediaType<T extends { readonly paths?: object }>(document: T): T {
  for (const methods of Object.values<Record<string, Answered>>({ ...document.paths })) {
    for (const { responses = {} } of Object.values(methods)) {
      for (const [status, answer] of Object.entries(responses)) {
        const [schema] = Object.values(answer.content ?? {});
        if (Number(status) >= 400 && schema !== undefined) answer.content = { [PROBLEM_TYPE]: schema };
      }
    }
  }
  return document;
}
