/** The id of a section by its title. */
export const anchorOf = (title: string): string => title.toLowerCase().replace(/\W+/g, "-");
