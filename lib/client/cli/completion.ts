import type { Command, Option } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

interface Word {
  text: string;
  description: string;
  /** Whether an option wants a value after it. */
  hasValue: boolean;
}

/** What may stand after a command: `/watch/price`, or the program itself as an empty path. */
interface Place {
  path: string;
  words: Word[];
}

const ofOption = ({ long, description, required, optional }: Option): Word[] =>
  long ? [{ text: long, description, hasValue: required || optional }] : [];

/** Every place of a command line, read from the commands themselves. */
function placesOf(command: Command, path = ""): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((text) => ({ text, description, hasValue: false })),
  );
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(ofOption);
  const words = [
    ...commands.map((child) => ({ text: child.name(), description: child.description(), hasValue: false })),
    ...choices,
    ...options,
  ];
  return [{ path, words }, ...commands.flatMap((child) => placesOf(child, `${path}/${child.name()}`))];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const isOption = ({ text }: Word): boolean => text.startsWith("-");
const namesOf = ({ words }: Place): Word[] => words.filter((word) => !isOption(word));
const optionsOf = ({ words }: Place): Word[] => words.filter(isOption);
const texts = (words: readonly Word[]): string => quoted(words.map(({ text }) => text).join(" "));

/** Follows the words before the cursor from command to command. */
const cases = (places: readonly Place[]): string =>
  places
    .filter(({ path }) => path !== "")
    .map(({ path }) => path)
    .join("|");

const bash = (places: readonly Place[]): string =>
  `# bash completion of aed: source <(aed completion bash)
_aed() {
  local at="" word names="" options=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in ${cases(places)}) at="$at/$word" ;; esac
  done
  case "$at" in
${places.map((place) => `    ${quoted(place.path)}) names=${texts(namesOf(place))} options=${texts(optionsOf(place))} ;;`).join("\n")}
  esac
  word="\${COMP_WORDS[COMP_CWORD]}"
  [[ "$word" == -* ]] && names="$options"
  COMPREPLY=($(compgen -W "$names" -- "$word"))
}
complete -o default -F _aed aed
`;

const described = ({ text, description }: Word): string => quoted(`${text}:${description}`);

const zsh = (places: readonly Place[]): string =>
  `#compdef aed
# zsh completion of aed: source <(aed completion zsh)
_aed() {
  local at="" word
  local -a names options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in (${cases(places)}) at="$at/$word" ;; esac
  done
  case "$at" in
${places.map((place) => `    (${quoted(place.path)}) names=(${namesOf(place).map(described).join(" ")}) options=(${optionsOf(place).map(described).join(" ")}) ;;`).join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then
    _describe 'option' options
  elif (( \${#names} )); then
    _describe 'command' names
  else
    _files
  fi
}
compdef _aed aed
`;

const fishLine = (path: string, { text, description, hasValue }: Word): string => {
  const what = text.startsWith("--") ? `-l ${text.slice(2)}${hasValue ? " -r" : ""}` : `-a ${quoted(text)}`;
  return `complete -c aed -n ${quoted(`__aed_at "${path}"`)} ${what} -d ${quoted(description)}`;
};

const fish = (places: readonly Place[]): string =>
  `# fish completion of aed: aed completion fish | source
function __aed_at
  set -l at ""
  for word in (commandline -opc)[2..]
    if contains -- "$at/$word" ${cases(places).replaceAll("|", " ")}
      set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
${places.flatMap(({ path, words }) => words.map((word) => fishLine(path, word))).join("\n")}
`;

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };

/** The script that completes command lines of the program in a shell. */
export const completionScript = (program: Command, shell: Shell): string => SCRIPTS[shell](placesOf(program));
