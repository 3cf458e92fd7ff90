/**
 * Makes a brand: a whole folder below `brands/`, checked before it is there. Whatever is not given as a flag is asked.
 *
 *     npm run new-brand
 *     npm run new-brand -- --folder curso-norte --name "Curso Norte" --business wiser --color "#0b6f6b" --price 1.140,00
 *
 * Further flags: --market BR|MZ|PE, --second, --mode, --look, --product, --symbol, --key, --company, --installments,
 * --domain, --area; --brands names another folder of brands, --quiet asks nothing and takes what is usual.
 */
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { rails } from '#src/rails/registry.generated.ts';
import { projectRoot } from './brands/brand-files.ts';
import { templatePaths } from './check-brands.ts';
import { makeBrand } from './new-brand/make-brand.ts';
import { placeBrand } from './new-brand/place-brand.ts';
import { type Answers, planBrand, questions } from './new-brand/questions.ts';

/** Asks what was not given, again until the answer makes sense. */
async function askRest(given: Answers): Promise<Answers> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answers: Record<string, string> = {};
  try {
    for (const { name, ask, otherwise, wrong, isQuiet } of questions) {
      const usual = otherwise(answers);
      let answer = given[name]?.trim() ?? (isQuiet ? usual : undefined);
      while (answer === undefined || (answer === '' && usual === null)) {
        const said = (await prompt.question(`${ask}${usual ? ` [${usual}]` : ''}: `)).trim() || (usual ?? '');
        const mistake = said === '' && usual === null ? 'must be said' : wrong(said, { ...answers, [name]: said });
        if (mistake === null || mistake === '') answer = said;
        else console.error(`  ${mistake}`);
      }
      answers[name] = answer ?? '';
    }
    return answers;
  } finally {
    prompt.close();
  }
}

function readFlags(args: readonly string[]): {
  readonly answers: Answers;
  readonly brandsDir: string;
  readonly asks: boolean;
} {
  const names = questions.map(({ name }) => [name, { type: 'string' }] as const);
  const { values } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(names), brands: { type: 'string' }, quiet: { type: 'boolean' } },
  });
  const given = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const answers: Answers = Object.fromEntries(given);
  return {
    answers,
    brandsDir: path.resolve(answers['brands'] ?? path.join(projectRoot, 'brands')),
    asks: values['quiet'] !== true && process.stdin.isTTY,
  };
}

/** Makes the brand that the command line describes; answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { answers, brandsDir, asks } = readFlags(args);
  const plan = planBrand(asks ? await askRest(answers) : answers);
  if (!plan.ok) {
    for (const mistake of plan.error) console.error(mistake);
    return 1;
  }
  const { folder, key, name } = plan.value;
  const known = Object.values(rails);
  const files = await makeBrand(plan.value, { root: projectRoot, rails: known });
  const placed = await placeBrand(folder, files, {
    root: projectRoot,
    brandsDir,
    paths: templatePaths(),
    rails: known,
  });
  if (!placed.ok) {
    for (const problem of placed.error) console.error(problem);
    console.error('Nothing was written.');
    return 1;
  }
  console.log(`${name}: ${files.length} files in ${path.relative(process.cwd(), placed.value)}
  look at it   npm start, then http://localhost:3000/?product=${key}
  its flows    npm run flows
  then         its words, prices and sellers: docs/how-to/add-a-brand.md`);
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
