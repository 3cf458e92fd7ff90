import { PROBLEM_TYPE } from '#src/kernel/http/problems/problem.ts';

interface Answered {
  readonly responses?: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

/** Says of every refusal in an OpenAPI document that it comes as a problem document: the routes' schemas know JSON only. */
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
