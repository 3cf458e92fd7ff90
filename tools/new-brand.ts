/**
 * Makes a brand: a whole folder below `brands/`, checked before it is written. Prompts for values without a flag.
 *
 *     npm run new-brand
 *     npm run new-brand -- --folder curso-norte --name "Curso Norte" --business wiser --color "#0b6f6b" --price 1.140,00
 *
 * Further flags: --market BR|MZ|PE, --second, --mode, --look, --product, --symbol, --key, --company, --tax-id, --address,
 * --email, --installments, --domain, --area; --brands names another folder of brands, --quiet uses the defaults without prompts.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rails } from '#src/rails/registry.generated.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { projectRoot } from './brands/brand-files.ts';
import { templatePaths } from './check-brands.ts';
import { askRest } from './new-brand/ask-rest.ts';
import { makeBrand } from './new-brand/make-brand.ts';
import { installBrand } from './new-brand/install-brand.ts';
import { type Answers, planBrand, questions } from './new-brand/questions.ts';

interface Flags {
  readonly answers: Answers;
  readonly brandsDir: string;
  /** Whether prompts are possible. */
  readonly asks: boolean;
}

function readFlags(args: readonly string[]): Result<Flags, string> {
  const names = questions.map(({ name }) => [name, { type: 'string' }] as const);
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(names), brands: { type: 'string' }, quiet: { type: 'boolean' } },
    });
    const given = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    const answers: Answers = Object.fromEntries(given);
    return ok({
      answers,
      brandsDir: path.resolve(answers['brands'] ?? path.join(projectRoot, 'brands')),
      asks: values['quiet'] !== true && process.stdin.isTTY,
    });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** Output of the tool: results and errors. */
interface Voice {
  readonly tell: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Makes the brand of the command line. Returns the exit code. */
export async function newBrand(args: readonly string[], { tell, complain }: Voice): Promise<number> {
  const flags = readFlags(args);
  if (!flags.ok) {
    complain(flags.error);
    return 1;
  }
  const { answers, brandsDir, asks } = flags.value;
  const plan = planBrand(asks ? await askRest(answers, process.stdin, process.stdout) : answers);
  if (!plan.ok) {
    plan.error.forEach(complain);
    return 1;
  }
  const { folder, key, name } = plan.value;
  const known = Object.values(rails);
  const files = await makeBrand(plan.value, { root: projectRoot, rails: known });
  const where = { root: projectRoot, brandsDir, paths: templatePaths(), rails: known };
  const placed = await installBrand(folder, files, where);
  if (!placed.ok) {
    for (const problem of [...placed.error, 'Nothing was written.']) complain(problem);
    return 1;
  }
  tell(`${name}: ${files.length} files in ${path.relative(process.cwd(), placed.value)}
  look at it   npm start, then http://localhost:3000/?product=${key}
  its flows    npm run flows
  then         its words, prices and sellers: docs/how-to/add-a-brand.md`);
  return 0;
}

if (import.meta.main)
  process.exitCode = await newBrand(process.argv.slice(2), { tell: console.log, complain: console.error });
