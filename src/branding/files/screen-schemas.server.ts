import { z } from 'zod';
import { presentationVariants } from '../../domain/catalog/brand-data/index.ts';
import { videoShape, textShape } from './brand-media.ts';

/** Shapes of what a flow's data may say about single screens (`domain/catalog/brand-data/flow.types.ts`). */

const text = z.string().trim().min(1).max(200);
const paragraph = z.string().trim().min(1).max(1000);
const imagePath = z.string().regex(/^[a-z0-9][a-z0-9.-]*\.(?:svg|png)$/, 'must be a file name in images/');
const videoPath = z
  .string()
  .regex(videoShape, 'must be a file name in media/')
  .refine((name) => !name.endsWith('.vtt'), 'is no film');
const captionsPath = z.string().regex(/^[a-z0-9][a-z0-9.-]*\.vtt$/, 'must be a .vtt file in media/');

export const screenProps = {
  presentation: z
    .strictObject({
      variant: z.enum(presentationVariants).default('default'),
      benefits: z.array(text).max(8).default([]),
    })
    .optional(),
  video: z
    .strictObject({
      sources: z.array(videoPath).min(1).max(3),
      poster: imagePath,
      captions: captionsPath,
      transcript: z.array(paragraph).min(1).max(20),
    })
    .optional(),
  markdown: z.string().regex(textShape, 'must be a .md file in texts/').optional(),
};
