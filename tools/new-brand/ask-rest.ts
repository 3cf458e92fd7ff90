import { createInterface } from 'node:readline/promises';
import { type Answers, type Question, questions } from './questions.ts';

/** Prompts on a terminal for the missing answers, each until it is valid. */
export async function askRest(
  given: Answers,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<Answers> {
  const prompt = createInterface({ input, output });
  const answers: Record<string, string> = {};
  const askFor = async ({ ask, otherwise, wrong }: Question): Promise<string> => {
    const usual = otherwise(answers);
    for (;;) {
      const said = (await prompt.question(`${ask}${usual ? ` [${usual}]` : ''}: `)).trim() || usual;
      const mistake = said === null ? 'must be said' : wrong(said, answers);
      if (said !== null && !mistake) return said;
      output.write(`  ${mistake ?? ''}\n`);
    }
  };
  try {
    for (const question of questions) {
      const { name, otherwise, isQuiet } = question;
      const said = given[name]?.trim() || null;
      answers[name] = said ?? (isQuiet ? (otherwise(answers) ?? '') : await askFor(question));
    }
    return answers;
  } finally {
    prompt.close();
  }
}
