#!/bin/bash
# run.sh SET ARM... writes one cross-validation of each arm on each table to OUT, and its CPU seconds, unless they are there.
# SET 1 has the given folds, every other SET five folds by its seed. TABLES chooses tables.
set -euo pipefail
: "${DRNET:=build/drnet}" "${DATA:=data}" "${OUT:=build/ablation}"
: "${FLAGS:=}" # for all arms
: "${TABLES:=pima titanic german wine telco car nursery heloc adult magic house}"

table() { # file, folds, flags
	case $1 in
	pima) set -- more/pima more/pima.folds -target class -positive tested_positive ;;
	titanic) set -- more/titanic more/titanic.folds -target Survived -positive 1 ;;
	german) set -- more/german more/german.folds -target class -positive bad ;;
	wine) set -- more/wine_white more/wine_white.folds -target quality -positive '>6' ;;
	telco) set -- more/telco more/telco.folds -target Churn -positive Yes ;;
	car | nursery) set -- "more/$1" "more/$1.folds" -target class -classes each ;;
	heloc) set -- heloc ../reference/heloc_folds.txt -target RiskPerformance -positive Good -missing-values=-7,-8,-9 -missing impute ;;
	adult) set -- adult ../reference/adult_folds.txt -target label -positive '>50K' -missing drop ;;
	magic) set -- magic ../reference/magic_folds.txt -target class: -positive h ;;
	house) set -- house ../reference/house_folds.txt -target binaryClass -positive P ;;
	*) set -- "$1" "$1.folds" -target class -positive yes ;; # planted
	esac
	file=$DATA/$1.csv folds=(-folds-file "$DATA/$2") flags=("${@:3}" $FLAGS)
}

number=$1
shift
mkdir -p "$OUT"
for name in $TABLES; do
	for arm in "$@"; do
		table "$name"
		((number == 1)) || folds=(-folds 5)
		program=$DRNET
		case $arm in
		network) flags+=(-refine off) ;;
		search) flags+=(-steps 100) ;;
		kicks) flags+=(-steps 100) program=$DRNET-kicks ;;
		both) flags+=(-review 1) ;;
		shipped) ;;
		esac
		to=$OUT/$name.$arm.$number
		[[ -e $to.json ]] && continue
		TIMEFORMAT='%U %S'
		{ time GOMAXPROCS=1 nice "$program" eval "$file" "${folds[@]}" "${flags[@]}" -seed "$number" -quiet -format json >"$to.part"; } 2>"$to.cpu"
		mv "$to.part" "$to.json"
	done
done
