import type { z } from 'zod';
import type { Flow, FlowStep, StepProps } from '#src/domain/flows/index.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { flowJson } from '../files/brand-schemas.server.ts';
import { type Layers, readLayered } from '../files/read-layered.server.ts';
import { findImage } from './build-images.server.ts';

type Report = (problem: BrandProblem) => void;
type StepJson = z.output<typeof flowJson>['steps'][number];

const isFlow = (name: string) => name.startsWith('flows/');

/** The flows of a brand, `default` first, or its only flow. A variant with flows of its own has only those. */
export function readFlows(layers: Layers, report: Report): [Flow, ...Flow[]] | null {
  const owner = layers.findLast((layer) => [...layer.files.keys()].some(isFlow)) ?? layers[0];
  const names = [...owner.files.keys()].filter(isFlow).sort();
  const flows: Flow[] = [];
  for (const name of names) {
    const json = readLayered([owner], name, flowJson, report);
    if (!json) continue;
    const build = (step: StepJson) => buildStep(step, layers, name, report);
    flows.push({
      id: name.slice('flows/'.length, -'.json'.length),
      ...json,
      steps: [build(json.steps[0]), ...json.steps.slice(1).map(build)],
    });
  }
  if (flows.length < names.length) return null;
  const standard = flows.find((flow) => flow.id === 'default') ?? (flows.length === 1 ? flows[0] : undefined);
  if (standard) return [standard, ...flows.filter((flow) => flow !== standard)];
  report({ file: `${owner.path}/flows/default.json`, key: '', message: 'is missing' });
  return null;
}

/** A step as the rules know it; its images get their paths below `brands/`. */
function buildStep({ currentStep, props, ...step }: StepJson, layers: Layers, file: string, report: Report): FlowStep {
  return {
    ...step,
    currentStep: currentStep ?? null,
    props: { ...props, ...mediaOf(step.id, props, layers, file, report) },
  };
}

function mediaOf(
  id: string,
  { media }: StepJson['props'],
  layers: Layers,
  file: string,
  report: Report,
): Pick<StepProps, 'media'> {
  if (!media) return {};
  const find = (name: 'logo' | 'favicon') => {
    const image = media[name];
    const path = image === undefined ? null : findImage(layers, image, file, `steps.${id}.props.media.${name}`, report);
    return path === null ? {} : { [name]: path };
  };
  return { media: { ...find('logo'), ...find('favicon') } };
}
