/** A person in the school's directory. */
export interface DirectoryPerson {
  /** The id that never changes (`sub`). */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  /** What they do, in the words of the directory's page. */
  readonly title: string;
  readonly locale: 'pt-BR' | 'es-PE';
}

const domain = 'escola.example';

const person = (
  subject: string,
  name: string,
  title: string,
  locale: DirectoryPerson['locale'] = 'pt-BR',
): DirectoryPerson => ({ subject, name, title, locale, email: `${subject}@${domain}` });

/** Staff of the school who work with the console from the first start. */
export const staffPeople: readonly DirectoryPerson[] = [
  person('ana', 'Ana Souza', 'Atendimento'),
  person('bia', 'Bia Ramos', 'Líder do atendimento'),
  person('caio', 'Caio Martins', 'Financeiro'),
  person('duda', 'Duda Ferraz', 'Líder do financeiro'),
  person('eva', 'Eva Quispe', 'Marketing, Wise Up Peru', 'es-PE'),
  person('fabio', 'Fábio Nunes', 'Operação da plataforma'),
  person('gil', 'Gil Prado', 'Auditoria e dados pessoais'),
  person('helena', 'Helena Dias', 'Gente: quem tem acesso'),
];

/** Everybody in the directory: also somebody new, without access yet, and a guest of another company. */
export const directoryPeople: readonly DirectoryPerson[] = [
  ...staffPeople,
  person('ivo', 'Ivo Teles', 'Começou hoje, ainda sem acesso'),
  { ...person('zeca', 'Zeca Lopes', 'Convidado de outra empresa'), email: 'zeca@outra.example' },
];

/** The authentication context of a sign-in with a second factor. */
export const secondFactorAcr = 'urn:sandbox:second-factor';
