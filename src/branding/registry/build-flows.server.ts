import type { z } from 'zod';
import type { Flow, FlowStep, StepProps } from '../../domain/catalog/brand-data/index.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { flowJson } from '../files/brand-schemas.server.ts';
import { type Layers, readLayered } from '../files/read-layered.server.ts';
import { findFile } from './build-images.server.ts';

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

/** Finds a file that a step names; answers its path below `brands/`. */
type Find = (holder: 'images' | 'media' | 'texts', name: string, key: string) => string | null;

/** A step as the rules know it; its files get their paths below `brands/`. */
function buildStep({ currentStep, props, ...step }: StepJson, layers: Layers, file: string, report: Report): FlowStep {
  const { media, video, markdown, ...others } = props;
  const find: Find = (holder, name, key) =>
    findFile(layers, holder, name, file, `steps.${step.id}.props.${key}`, report);
  return {
    ...step,
    currentStep: currentStep ?? null,
    props: {
      ...others,
      ...(media && { media: imagesOf(media, find) }),
      ...(video && { video: videoOf(video, find) }),
      ...(markdown !== undefined && { markdown: find('texts', markdown, 'markdown') ?? markdown }),
    },
  };
}

function imagesOf(media: NonNullable<StepJson['props']['media']>, find: Find): StepProps['media'] {
  const path = (name: 'logo' | 'favicon') => {
    const image = media[name];
    const found = image === undefined ? null : find('images', image, `media.${name}`);
    return found === null ? {} : { [name]: found };
  };
  return { ...path('logo'), ...path('favicon') };
}

function videoOf(video: NonNullable<StepJson['props']['video']>, find: Find): StepProps['video'] {
  return {
    sources: video.sources.map((name) => find('media', name, 'video.sources') ?? name),
    poster: find('images', video.poster, 'video.poster') ?? video.poster,
    captions: find('media', video.captions, 'video.captions') ?? video.captions,
    transcript: video.transcript,
  };
}
