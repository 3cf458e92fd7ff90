import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys share one product and its clock, which some of them move by months: in the order of their names each meets the
 * same days in every run, whatever was edited. Other tests go as Vitest likes it, the longest first.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = ({ project }: TestSpecification): boolean => project.name === 'journeys';
    const others = await super.sort(files.filter((file) => !isJourney(file)));
    return [...others, ...files.filter(isJourney).toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))];
  }
}
